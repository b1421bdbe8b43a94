import { isServed } from "./module";

/** A file that is kept. */
export interface Kept {
  name: string;
  text: string;
  changed: number;
  /** The state of the file in a folder, by which conflicts are found. */
  tag?: string;
}

/** Somewhere to keep files. */
export interface Files {
  list(): Promise<Kept[]>;
  read(name: string): Promise<Kept | null>;
  /** Writes a file. Returns its new state. Fails with `Conflict` if somebody else has changed it. */
  write(file: Kept): Promise<Kept>;
  remove(name: string): Promise<void>;
  /** Calls back when a file was changed by another program. */
  watch(changed: (name: string) => void): void;
}

/** Another program has changed the file. */
export class Conflict extends Error {}

/** Files in the browser. */
class Browser implements Files {
  #base: Promise<IDBDatabase> | null = null;

  #open(): Promise<IDBDatabase> {
    this.#base ??= new Promise((resolve, reject) => {
      const request = indexedDB.open("ferz", 1);
      request.onupgradeneeded = () => request.result.createObjectStore("files", { keyPath: "name" });
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    return this.#base;
  }

  async #run<A>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<A>): Promise<A> {
    const store = (await this.#open()).transaction("files", mode).objectStore("files");
    const request = work(store);
    return new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  }

  async list(): Promise<Kept[]> {
    const all = await this.#run<Kept[]>("readonly", (store) => store.getAll());
    return all.sort((one, other) => other.changed - one.changed);
  }

  async read(name: string): Promise<Kept | null> {
    return (await this.#run<Kept | undefined>("readonly", (store) => store.get(name))) ?? null;
  }

  async write(file: Kept): Promise<Kept> {
    await this.#run("readwrite", (store) => store.put(file));
    return file;
  }

  async remove(name: string): Promise<void> {
    await this.#run("readwrite", (store) => store.delete(name));
  }

  watch(): void {
    // Other tabs of the browser have files of their own open.
  }
}

/** The files of the folder of `ferz serve`. */
class Folder implements Files {
  async list(): Promise<Kept[]> {
    const { files } = await this.#json<{ files: { name: string; changed: number }[] }>(await fetch("api/files"));
    return files.map((file) => ({ ...file, text: "" }));
  }

  async read(name: string): Promise<Kept | null> {
    const response = await fetch(this.#address(name));
    return response.status === 404 ? null : this.#json<Kept>(response);
  }

  async write(file: Kept): Promise<Kept> {
    const headers: Record<string, string> = { "content-type": "application/json" };
    const body = JSON.stringify({ text: file.text, tag: file.tag ?? null });
    const response = await fetch(this.#address(file.name), { method: "PUT", headers, body });
    if (response.status === 409) throw new Conflict("another program has changed the file");
    return { ...file, ...(await this.#json<{ tag: string; changed: number }>(response)) };
  }

  async remove(name: string): Promise<void> {
    await this.#json(await fetch(this.#address(name), { method: "DELETE" }));
  }

  watch(changed: (name: string) => void): void {
    const source = new EventSource("api/changes");
    source.onmessage = ({ data }) => changed(JSON.parse(data).name);
  }

  #address(name: string): string {
    return `api/files/${name.split("/").map(encodeURIComponent).join("/")}`;
  }

  async #json<A>(response: Response): Promise<A> {
    if (!response.ok) throw new Error(await response.text());
    return response.json() as Promise<A>;
  }
}

export const files: Files = isServed ? new Folder() : new Browser();
