/** Channel of the hint that a network has a newer batch; the payload is its id. */
export const batchChannel = 'watch_batch'
