// Bundles the extension (Node) and the counterexample view (browser) into dist/.
import { build } from "esbuild";

const common = { bundle: true, sourcemap: false, logLevel: "warning", target: "es2022" };
await build({
  ...common,
  entryPoints: ["src/extension.ts"],
  outfile: "dist/extension.js",
  platform: "node",
  format: "cjs",
  external: ["vscode"],
  minify: true,
});
await build({
  ...common,
  entryPoints: ["src/view/main.ts"],
  outfile: "dist/view.js",
  platform: "browser",
  format: "iife",
  minify: true,
});
if (process.argv.includes("--tests")) {
  await build({
    ...common,
    entryPoints: ["src/test/formatterGuard.test.ts", "src/test/restartPolicy.test.ts", "src/test/settings.test.ts"],
    outdir: "dist/tests",
    platform: "node",
    format: "cjs",
    external: ["vscode"],
  });
}
