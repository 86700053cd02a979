// Makes codemirror.js and codemirror.LICENSE.txt from the packages that package-lock.json pins; README.md says how.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const at = (name) => join(here, name);

const { metafile } = await build({
  absWorkingDir: here,
  entryPoints: [at("entry.js")],
  outfile: at("codemirror.js"),
  bundle: true,
  format: "esm",
  target: "es2022",
  minify: true,
  legalComments: "none",
  metafile: true,
  banner: { js: "/*! CodeMirror 6 and what it needs, MIT licence: codemirror.LICENSE.txt. Made by build.js. */" },
});

const used = Object.keys(metafile.inputs).map((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]);
const packages = [...new Set(used.filter(Boolean))].sort();
const byLicence = new Map();
for (const name of packages) {
  const { version, license } = JSON.parse(readFileSync(at(`node_modules/${name}/package.json`), "utf8"));
  if (license !== "MIT") throw new Error(`${name} is under ${license}`);
  const text = readFileSync(at(`node_modules/${name}/LICENSE`), "utf8").trim();
  byLicence.set(text, [...(byLicence.get(text) ?? []), `${name} ${version}`]);
}
const licences = [...byLicence].map(([text, names]) => `${names.join("\n")}\n\n${text}\n`);
writeFileSync(at("codemirror.LICENSE.txt"), licences.join(`\n${"-".repeat(80)}\n\n`));

const hash = createHash("sha256")
  .update(readFileSync(at("codemirror.js")))
  .digest("hex");
writeFileSync(at("codemirror.sha256"), `${hash}  codemirror.js\n`);
