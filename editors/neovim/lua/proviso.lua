-- Proviso in Neovim (0.7 or newer): starts the language server for Java files and adds a few commands.
--
--   require("proviso").setup({ cmd = { "proviso", "lsp" }, settings = { k = 3 } })
--
-- Diagnostics, hovers (heaps as text), lenses and code actions are Neovim's own.

local M = {}

local defaults = {
  cmd = { "proviso", "lsp" },
  filetypes = { "java" },
  -- Names as in docs/lsp.md.
  settings = {},
  on_attach = nil,
}

local options = defaults
-- Root folder to client id: one server for one project.
local clients = {}

local function root_of(file)
  local markers = { "proviso.toml", "pom.xml", "build.gradle", "build.gradle.kts", ".git" }
  local folder = vim.fn.fnamemodify(file, ":p:h")
  local here = folder
  while true do
    for _, marker in ipairs(markers) do
      local path = here .. "/" .. marker
      if vim.fn.filereadable(path) == 1 or vim.fn.isdirectory(path) == 1 then
        return here
      end
    end
    local parent = vim.fn.fnamemodify(here, ":h")
    if parent == here then
      return folder
    end
    here = parent
  end
end

local function client_of(buffer)
  for _, client in pairs(vim.lsp.buf_get_clients(buffer)) do
    if client.name == "proviso" then
      return client
    end
  end
end

local function attach(buffer)
  local file = vim.api.nvim_buf_get_name(buffer)
  if file == "" then
    return
  end
  if vim.fn.executable(options.cmd[1]) == 0 then
    vim.notify("Proviso: there is no program " .. options.cmd[1] .. "; set cmd in require('proviso').setup{}", vim.log.levels.ERROR)
    return
  end
  local root = root_of(file)
  local id = clients[root]
  if not id or not vim.lsp.get_client_by_id(id) then
    local capabilities = vim.lsp.protocol.make_client_capabilities()
    id = vim.lsp.start_client({
      name = "proviso",
      cmd = options.cmd,
      root_dir = root,
      workspace_folders = { { uri = vim.uri_from_fname(root), name = root } },
      -- Neovim shows no pictures in hovers.
      init_options = vim.tbl_extend("keep", options.settings, { diagram = "unicode" }),
      settings = { proviso = options.settings },
      capabilities = capabilities,
      on_attach = options.on_attach,
      on_exit = function()
        clients[root] = nil
      end,
    })
    clients[root] = id
  end
  if id then
    vim.lsp.buf_attach_client(buffer, id)
  end
end

local function here()
  local params = vim.lsp.util.make_position_params(0, "utf-16")
  return { uri = params.textDocument.uri, position = params.position }
end

-- Asks the server and gives the answer to `use`; says so when there is none.
local function ask(method, params, use)
  local client = client_of(0)
  if not client then
    vim.notify("Proviso: no server for this buffer", vim.log.levels.WARN)
    return
  end
  client.request(method, params, function(failure, answer)
    if failure then
      vim.notify("Proviso: " .. failure.message, vim.log.levels.ERROR)
    elseif answer == nil or answer == vim.NIL then
      vim.notify("Proviso: nothing to show here", vim.log.levels.INFO)
    else
      use(answer)
    end
  end, 0)
end

local function execute(command, arguments, use)
  ask("workspace/executeCommand", { command = command, arguments = arguments }, use or function() end)
end

local function text_or_nil(value)
  if value ~= nil and value ~= vim.NIL then
    return value
  end
end

-- The counterexample as lines of text.
function M.describe(found)
  local lines = { found.method, found.sentence, "" }
  local violation = found.violation
  local clause = text_or_nil(violation.clause)
  if clause then
    table.insert(lines, "Broken: " .. vim.trim(clause.text))
  end
  table.insert(lines, "Replay: " .. violation.replay)
  for _, row in ipairs(found.table) do
    table.insert(lines, "  " .. row.name .. " = " .. row.value)
  end
  for _, heap in ipairs({ { "Heap before:", found.unicodeBefore }, { "Heap after:", found.unicodeAfter } }) do
    if text_or_nil(heap[2]) then
      table.insert(lines, "")
      table.insert(lines, heap[1])
      vim.list_extend(lines, vim.split(heap[2], "\n"))
    end
  end
  table.insert(lines, "")
  table.insert(lines, "Executed lines:")
  for _, step in ipairs(violation.trace) do
    local values = {}
    for _, value in ipairs(text_or_nil(step.values) or {}) do
      table.insert(values, value.name .. " = " .. value.text)
    end
    table.insert(lines, ("  %d %s  %s"):format(step.line, step.method, table.concat(values, ", ")))
  end
  -- A buffer's line holds no line break.
  return vim.split(table.concat(lines, "\n"), "\n")
end

local function show(title, lines)
  vim.cmd("botright new")
  local buffer = vim.api.nvim_get_current_buf()
  vim.bo[buffer].buftype = "nofile"
  vim.bo[buffer].bufhidden = "wipe"
  vim.bo[buffer].swapfile = false
  pcall(vim.api.nvim_buf_set_name, buffer, title)
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, lines)
  vim.bo[buffer].modifiable = false
  vim.keymap.set("n", "q", "<cmd>close<cr>", { buffer = buffer })
end

function M.counterexample()
  ask("proviso/counterexample", here(), function(found)
    show("proviso://counterexample", M.describe(found))
  end)
end

function M.paths()
  ask("proviso/paths", here(), function(paths)
    show("proviso://paths", vim.split(paths.method .. "\n" .. paths.verdict .. ": " .. paths.sentence .. "\n" .. vim.inspect(paths.stats), "\n"))
  end)
end

function M.check()
  execute("proviso.checkFile", { vim.uri_from_bufnr(0) })
end

function M.deeper()
  local uri = vim.uri_from_bufnr(0)
  ask("proviso/paths", here(), function(paths)
    execute("proviso.checkDeeper", { uri, paths.method })
  end)
end

local function edit_test(made)
  vim.cmd("edit " .. vim.fn.fnameescape(vim.uri_to_fname(made.uri)))
end

function M.generate_test()
  ask("proviso/counterexample", here(), function(found)
    execute("proviso.generateTest", { found.uri, found.method, found.index }, edit_test)
  end)
end

function M.generate_tests()
  local uri = vim.uri_from_bufnr(0)
  ask("proviso/paths", here(), function(paths)
    execute("proviso.generateTests", { uri, paths.method }, edit_test)
  end)
end

function M.setup(given)
  options = vim.tbl_extend("force", defaults, given or {})
  local group = vim.api.nvim_create_augroup("proviso", { clear = true })
  vim.api.nvim_create_autocmd("FileType", {
    group = group,
    pattern = options.filetypes,
    callback = function(event)
      attach(event.buf)
    end,
  })
  vim.api.nvim_create_user_command("ProvisoCounterexample", M.counterexample, { desc = "Show the counterexample here" })
  vim.api.nvim_create_user_command("ProvisoPaths", M.paths, { desc = "Show how this method was explored" })
  vim.api.nvim_create_user_command("ProvisoCheck", M.check, { desc = "Check this file again" })
  vim.api.nvim_create_user_command("ProvisoDeeper", M.deeper, { desc = "Check this method with a larger bound" })
  vim.api.nvim_create_user_command("ProvisoGenerateTest", M.generate_test, { desc = "Write a JUnit test for the violation here" })
  vim.api.nvim_create_user_command("ProvisoGenerateTests", M.generate_tests, { desc = "Write covering tests for the method here" })
end

return M
