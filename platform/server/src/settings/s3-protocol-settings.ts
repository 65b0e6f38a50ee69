/** Whether clients of S3 are served too, and who may sign as the service. */

import type { S3Keys } from '@platform/storage'

import { area, onOff, secret, text, type SettingsReader } from './reader.ts'

/** Null while nobody is heard. */
export type S3ProtocolSettings = Pick<S3Keys, 'service'> | null

const settings = {
  enabled: {
    name: 'S3_PROTOCOL_ENABLED',
    form: onOff,
    default: false,
    words:
      'Clients of S3 reach the files below /storage/v1/s3: people with their own token, and whoever has the pair below.',
  },
  accessKeyId: {
    name: 'S3_PROTOCOL_ACCESS_KEY_ID',
    form: text(/^[\w-]{1,128}$/, 'letters, digits, - and _'),
    unset: 'only people with a token are heard',
    words: 'The name of a pair that acts there as the service itself: no policy holds it back.',
  },
  secretAccessKey: {
    name: 'S3_PROTOCOL_ACCESS_KEY_SECRET',
    form: secret('at least 32 characters without blanks', /^\S{32,}$/),
    words: 'The secret of that pair.',
  },
}

export const s3ProtocolArea = area({
  title: 'Files by the S3 protocol',
  settings,
  check({ accessKeyId, secretAccessKey }, refusals) {
    if (accessKeyId !== undefined) refusals.require(settings.secretAccessKey, settings.accessKeyId.name)
    if (secretAccessKey !== undefined) refusals.require(settings.accessKeyId, settings.secretAccessKey.name)
  },
})

export function readS3Protocol(reader: SettingsReader): S3ProtocolSettings {
  const { enabled, accessKeyId, secretAccessKey } = reader.readArea(s3ProtocolArea)
  if (!enabled) return null
  const hasPair = accessKeyId !== undefined && secretAccessKey !== undefined
  return { service: hasPair ? { accessKeyId, secretAccessKey } : null }
}
