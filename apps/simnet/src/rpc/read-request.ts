/** A request whose bytes are not the message that they should be. */
export class UnreadableRequest extends Error {}

/** The message in `data`, or `UnreadableRequest`. */
export function readRequest<T>(codec: { decode(data: Uint8Array): T }, data: Uint8Array): T {
  try {
    return codec.decode(data)
  } catch {
    throw new UnreadableRequest('proto: illegal wireType: unknown request')
  }
}
