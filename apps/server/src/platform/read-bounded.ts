/** The text of an answer of at most so many bytes, unpacked; null: it is longer, and the rest is given up. */
export async function readBounded(answer: Pick<Response, 'body'>, mostBytes: number): Promise<string | null> {
  const bytes = await readBoundedBytes(answer, mostBytes)
  return bytes?.toString('utf8') ?? null
}

/** The same as bytes. */
export async function readBoundedBytes(
  { body }: Pick<Response, 'body'>,
  mostBytes: number,
): Promise<Buffer | null> {
  if (body === null) return Buffer.alloc(0)
  const stream: AsyncIterable<Uint8Array> = body
  const parts: Uint8Array[] = []
  let size = 0
  // Leaving the loop cancels what is still to come.
  for await (const part of stream) {
    size += part.byteLength
    if (size > mostBytes) return null
    parts.push(part)
  }
  return Buffer.concat(parts)
}
