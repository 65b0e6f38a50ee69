/**
 * A form as the bytes that travel, whole before anything is sent.
 * NOTE: a fetch that is given a form reads its files beside itself, and goes on when it is aborted (nodejs/undici, issue
 * 5835): what fails then fails where nobody waits for it, which ended the whole process.
 */
export async function encodeForm(form: FormData): Promise<{ type: string; bytes: Uint8Array<ArrayBuffer> }> {
  const encoded = new Response(form)
  return { type: encoded.headers.get('Content-Type') ?? '', bytes: new Uint8Array(await encoded.arrayBuffer()) }
}
