/** Wallets as a browser extension offers them, with keys of their own. */
import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { base58 } from '@scure/base'

export interface EthereumWallet {
  readonly address: string
  /** `personal_sign`, as hexadecimal. */
  sign(text: string): string
  /** EIP-1193. */
  request(call: { method: string; params?: unknown[] }): Promise<unknown>
}

export function createEthereumWallet(): EthereumWallet {
  const { secretKey, publicKey } = secp256k1.keygen()
  const point = secp256k1.Point.fromBytes(publicKey).toBytes(false)
  const address = `0x${Buffer.from(keccak_256(point.subarray(1)).subarray(-20)).toString('hex')}`

  function sign(text: string): string {
    const message = Buffer.from(text)
    const digest = keccak_256(Buffer.concat([Buffer.from(`\x19Ethereum Signed Message:\n${message.length}`), message]))
    const [recovery, ...rest] = secp256k1.sign(digest, secretKey, { prehash: false, format: 'recovered' })
    return `0x${Buffer.from([...rest, recovery! + 27]).toString('hex')}`
  }

  return {
    address,
    sign,
    async request({ method, params = [] }) {
      if (method === 'eth_requestAccounts') return [address]
      if (method === 'eth_chainId') return '0x1'
      if (method === 'personal_sign') return sign(Buffer.from(String(params[0]).slice(2), 'hex').toString())
      throw new Error(`The wallet does not know ${method}`)
    },
  }
}

export interface SolanaWallet {
  readonly address: string
  readonly publicKey: { toBase58(): string }
  /** As base64. */
  sign(text: string): string
  signMessage(message: Uint8Array): Promise<Uint8Array>
}

export function createSolanaWallet(): SolanaWallet {
  const { secretKey, publicKey } = ed25519.keygen()
  const address = base58.encode(publicKey)
  return {
    address,
    publicKey: { toBase58: () => address },
    sign: (text) => Buffer.from(ed25519.sign(Buffer.from(text), secretKey)).toString('base64'),
    signMessage: async (message) => ed25519.sign(message, secretKey),
  }
}
