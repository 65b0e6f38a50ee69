/** What browsers and Node call the same, in Node's words: the app's own code signs the keys of demo people. */
import type { webcrypto } from 'node:crypto'

declare global {
  type CryptoKey = webcrypto.CryptoKey
  type CryptoKeyPair = webcrypto.CryptoKeyPair
  type KeyAlgorithm = webcrypto.KeyAlgorithm
  type JsonWebKey = webcrypto.JsonWebKey
}
