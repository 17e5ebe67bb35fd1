-- The story in Neovim, without pictures. Run headless; writes what it saw as JSON to the file in $PROVISO_SEEN.

local seen = {}
local file = vim.env.PROVISO_FILE

local function finish(failure)
  seen.failure = failure
  local out = assert(io.open(vim.env.PROVISO_SEEN, "w"))
  out:write(vim.json.encode(seen))
  out:close()
  vim.cmd("qall!")
end

-- Waits with a limit; the event loop runs meanwhile.
local function wait(what, look)
  if not vim.wait(240000, look, 100) then
    error(what .. ": not within 240 s")
  end
end

local function messages()
  local all = {}
  for _, diagnostic in ipairs(vim.diagnostic.get(0)) do
    if diagnostic.severity == vim.diagnostic.severity.ERROR then
      table.insert(all, { line = diagnostic.lnum + 1, message = diagnostic.message, source = diagnostic.source })
    end
  end
  return all
end

local function on_line(line)
  for _, one in ipairs(messages()) do
    if one.line == line then
      return one
    end
  end
end

local function story()
  require("proviso").setup({ cmd = { vim.env.PROVISO_PROGRAM, "lsp" } })
  vim.cmd("filetype on")
  vim.cmd("edit " .. file)
  wait("violations of abs and transfer", function() return on_line(24) and on_line(18) end)
  seen.violations = messages()

  -- The hover: input and heap as text.
  vim.api.nvim_win_set_cursor(0, { 18, 12 })
  local params = vim.lsp.util.make_position_params(0, "utf-16")
  local answers = assert(vim.lsp.buf_request_sync(0, "textDocument/hover", params, 60000))
  for _, answer in pairs(answers) do
    seen.hover = answer.result and answer.result.contents
  end

  -- The counterexample in a window of its own.
  local code = vim.api.nvim_get_current_win()
  vim.cmd("ProvisoCounterexample")
  wait("the counterexample window", function() return vim.api.nvim_get_current_win() ~= code end)
  seen.counterexample = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n")
  vim.cmd("close")

  -- A precondition makes abs right.
  vim.api.nvim_buf_set_lines(0, 23, 23, false, { "    //@ requires x > Integer.MIN_VALUE;" })
  wait("abs is right", function() return not on_line(24) and not on_line(25) and on_line(18) end)
  seen.after = messages()
end

vim.opt.runtimepath:append(vim.env.PROVISO_RUNTIME)
vim.schedule(function()
  local ok, failure = xpcall(story, debug.traceback)
  finish(not ok and failure or nil)
end)
