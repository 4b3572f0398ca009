import { ErgoError } from "../../core/error.ts";
import { isLocal } from "../provider/local.ts";
import { sourceName, type Weights, weightsOf } from "./manifest.ts";

/**
 * The weights that the name of a file on the hub, or an address, stands for: `OWNER/REPO/FILE.gguf`,
 * `hf:OWNER/REPO:FILE.gguf`, an address of the hub's own pages, or any other one. One that stands in the manifest, or was
 * fetched before, is that one. Undefined for a name that is no such reference. Throws PULL_REFERENCE.
 */
export function referred(name: string, known: Weights[]): Weights | undefined {
  // A model of a server is named after "#".
  const source = name.includes("#") ? undefined : sourceOf(name);
  if (!source) return undefined;
  const path = source.kind === "hub" ? source.path! : new URL(source.url).pathname;
  const file = decodeURIComponent(path.split("/").at(-1)!)
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, "-")
    .replace(/^[^a-z0-9]+/, "");
  if (!/^[a-z0-9].*\.gguf$/.test(file)) throw unfit(name, "it does not end in the name of a .gguf file");
  const part = /-\d{5}-of-(\d{5})\.gguf$/.exec(file)?.[1];
  if (part !== undefined && Number(part) > 1)
    throw new ErgoError("MODEL_FILE_SPLIT", { file: name, count: Number(part) });
  const same = known.find((each) => each.file === file);
  if (!same) return weightsOf(file, source);
  if (isSame(same, source)) return same;
  throw unfit(
    name,
    `${same.name} is here already, from ${sourceName(same)}; \`ergo models remove ${same.name}\` first`,
  );
}

type Source = Exclude<Weights["source"], { kind: "pip" }>;

function sourceOf(name: string): Source | undefined {
  const [, hub, rest] = /^hf:([^:]+):(.+)$/.exec(name) ?? [];
  if (hub !== undefined) return hubFile(name, hub, rest!);
  const [, repo, path] = /^([\w.-]*\w[\w.-]*\/[\w.-]+)\/([^:]+\.gguf)$/i.exec(name) ?? [];
  if (repo !== undefined) return hubFile(name, repo, path!);
  if (!/^[a-z]+:\/\//i.test(name)) return undefined;
  if (!URL.canParse(name)) throw unfit(name, "it is no address");
  const { protocol, host, pathname, username } = new URL(name);
  const isSafe = protocol === "https:" || (protocol === "http:" && isLocal(name));
  if (!isSafe) throw unfit(name, "only https addresses are fetched from");
  if (username !== "") throw unfit(name, "it holds a name and a password, which would be recorded");
  if (host !== "huggingface.co" && host !== "hf.co") return { kind: "web", url: name };
  const [, ownerRepo, at] = /^\/([^/]+\/[^/]+)\/(?:resolve|blob)\/[^/]+\/(.+)$/.exec(pathname) ?? [];
  if (ownerRepo === undefined) throw unfit(name, "on the hub, name one file: hf:OWNER/REPO:FILE.gguf");
  return hubFile(name, ownerRepo, decodeURIComponent(at!));
}

function hubFile(name: string, repo: string, path: string): Source {
  const isRepo = /^[A-Za-z0-9][\w.-]*\/[A-Za-z0-9][\w.-]*$/.test(repo);
  if (!isRepo || path.split("/").some((part) => part === "" || part === ".."))
    throw unfit(name, "hf:OWNER/REPO:FILE.gguf is the form");
  return { kind: "hub", repo, path };
}

function isSame({ source }: Weights, wanted: Source): boolean {
  if (source.kind === "hub" && wanted.kind === "hub")
    return source.repo === wanted.repo && (source.path ?? source.seen?.path) === wanted.path;
  return source.kind === "web" && wanted.kind === "web" && source.url === wanted.url;
}

function unfit(model: string, detail: string): ErgoError {
  return new ErgoError("PULL_REFERENCE", { model, detail });
}
