import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'

import { describe, expect, it } from 'vitest'

import { SettingsReader } from '../reader.ts'
import { generateSamlKey, vouchingArea } from './vouching-settings.ts'

function read(key: string) {
  const settings = new SettingsReader({ AUTH_SAML_ENABLED: 'on', AUTH_SAML_PRIVATE_KEY: key })
  const { samlKey } = settings.readArea(vouchingArea)
  return { samlKey, problems: settings.problems }
}

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const base64 = (key: KeyObject, type: 'pkcs1' | 'pkcs8') => key.export({ type, format: 'der' }).toString('base64')
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

describe('AUTH_SAML_PRIVATE_KEY', () => {
  it.each([
    ['PEM', pem],
    ['PEM in one line', pem.replaceAll('\n', String.raw`\n`)],
    ['base64 of PKCS#1', base64(privateKey, 'pkcs1')],
    ['base64 of PKCS#8', base64(privateKey, 'pkcs8')],
  ])('may be %s', (_name, text) => {
    expect(read(text)).toEqual({ samlKey: pem, problems: [] })
  })

  it.each([
    ['nothing of the kind', 'secret', 'does not have the right form'],
    [
      'too short',
      base64(generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey, 'pkcs8'),
      'is another kind of key',
    ],
    [
      'of a curve',
      base64(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey, 'pkcs8'),
      'is another kind of key',
    ],
  ])('is refused when it is %s, without being shown', (_name, text, problem) => {
    const { problems } = read(text)
    expect(problems).toMatchObject([{ variable: 'AUTH_SAML_PRIVATE_KEY', problem }])
    expect(JSON.stringify(problems)).not.toContain(text)
  })

  it('is made where it is missing', async () => {
    const key = createPrivateKey(await generateSamlKey())
    expect([key.asymmetricKeyType, key.asymmetricKeyDetails?.modulusLength]).toEqual(['rsa', 2048])
  })
})
