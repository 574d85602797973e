/** Reads the files of the build that pages need. Built files never change while the Worker runs. */
import * as z from 'zod/mini';

const buildChunk = z.object({
  file: z.string(),
  css: z.optional(z.array(z.string())),
  imports: z.optional(z.array(z.string())),
});
type Chunk = z.infer<typeof buildChunk>;

const buildManifest = z.record(z.string(), buildChunk);
type BuildManifest = z.infer<typeof buildManifest>;

let manifest: BuildManifest | null = null;

/** Cache of files that pages contain, by URL. */
const texts = new Map<string, string>();

/**
 * A file of the build. The request's conditional headers are not passed on, because each rendered page is different.
 */
export async function buildFile(env: Env, request: Request, path: string): Promise<Response> {
  const file = await env.ASSETS.fetch(new URL(path, request.url));
  if (!file.ok) throw new Error(`The build has no ${path}`);
  return file;
}

/** The text of a built stylesheet or script, from the cache after the first call. */
export async function textOf(env: Env, request: Request, href: string): Promise<string> {
  const known = texts.get(href);
  if (known !== undefined) return known;
  const text = await (await buildFile(env, request, href)).text();
  texts.set(href, text);
  return text;
}

/**
 * The URL of the file that a source file was built into; on the development server, the URL of the source file itself.
 */
export async function addressOf(env: Env, request: Request, source: string): Promise<string> {
  if (import.meta.env.DEV) return `/${source}`;
  const file = (await manifestOf(env, request))[source]?.file;
  if (file === undefined) throw new Error(`The build's manifest has no ${source}`);
  return `/${file}`;
}

/** The URLs of all stylesheets that a source file and its imports need, imports first. */
export async function stylesheetsOf(env: Env, request: Request, source: string): Promise<string[]> {
  const chunks = await neededBy(env, request, source);
  return [...new Set(chunks.flatMap(({ css }) => css ?? []))].map((file) => `/${file}`);
}

/** The URLs of the scripts that a source file and its imports were built into. */
export async function chunksOf(env: Env, request: Request, source: string): Promise<string[]> {
  return (await neededBy(env, request, source)).map(({ file }) => `/${file}`);
}

/** The chunks of a source file and of its imports, imports first. */
async function neededBy(env: Env, request: Request, source: string): Promise<Chunk[]> {
  const chunks = await manifestOf(env, request);
  const seen = new Set<string>();
  const found: Chunk[] = [];
  const collect = (name: string) => {
    const chunk = chunks[name];
    if (seen.has(name) || chunk === undefined) return;
    seen.add(name);
    for (const imported of chunk.imports ?? []) collect(imported);
    found.push(chunk);
  };
  collect(source);
  return found;
}

async function manifestOf(env: Env, request: Request): Promise<BuildManifest> {
  manifest ??= buildManifest.parse(await (await buildFile(env, request, '/.vite/manifest.json')).json());
  return manifest;
}
