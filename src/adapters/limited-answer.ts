/** Reads another server's answer to its end. If it has too many bytes, closes the connection and rejects with a `TypeError`, like `fetch`. */
export async function limitedText(answer: AsyncIterable<Uint8Array>, mostBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of answer) {
    bytes += chunk.length;
    // Leaving the loop destroys the stream.
    if (bytes > mostBytes) throw new TypeError(`an answer of more than ${mostBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
