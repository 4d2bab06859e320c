/** A store that is down, slow or says what cannot be. Its message names the store by host and holds no key. */
export class StoreFailure extends Error {
  override name = 'StoreFailure'
}
