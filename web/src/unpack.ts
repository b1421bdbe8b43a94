// A worker that downloads and compiles the module. It is packed by xz: browsers unpack gzip themselves, but that leaves a third more.
import { XzReadableStream } from "xz-decompress";

async function compiled(address: string): Promise<WebAssembly.Module> {
  const response = await fetch(address);
  if (!response.ok || response.body === null) throw new Error(`ferz.bin: ${response.status} ${response.statusText}`);
  const stream = new XzReadableStream(response.body);
  return WebAssembly.compileStreaming(new Response(stream, { headers: { "content-type": "application/wasm" } }));
}

self.onmessage = ({ data }: MessageEvent<string>) => {
  compiled(data).then(
    (compiled) => self.postMessage({ compiled }),
    (error: unknown) => self.postMessage({ failed: error instanceof Error ? error.message : String(error) }),
  );
};
