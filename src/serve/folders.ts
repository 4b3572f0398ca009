import { type Host, type HostOptions, openHost } from "../host/host.ts";

/** The folders that a server answers about: its own, and those that keys lead to, each opened by the first who asks about it. */
export type Folders = {
  own: Host;
  /** The folder at a path, null for the server's own. Throws what `openHost` throws. */
  at(dir: string | null): Promise<Host>;
  close(): Promise<void>;
};

/** Opens the server's own folder. Throws what `openHost` throws. */
export async function openFolders(options: HostOptions): Promise<Folders> {
  const own = await openHost(options);
  const others = new Map<string, Promise<Host>>();
  return {
    own,
    async at(dir) {
      if (dir === null) return own;
      const opening = others.get(dir) ?? openHost({ ...options, dir, yes: true });
      others.set(dir, opening);
      opening.catch(() => others.delete(dir));
      return await opening;
    },
    async close() {
      const opened = await Promise.allSettled(others.values());
      const all = [own, ...opened.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []))];
      await Promise.all(all.map((host) => host.close()));
    },
  };
}
