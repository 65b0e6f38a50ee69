import { expect, it } from 'vitest'

import { SettingsReader, type Environment } from './reader.ts'
import { readStorageSettings } from './storage-settings.ts'

function read(environment: Environment) {
  const settings = new SettingsReader(environment)
  return { ...readStorageSettings(settings), wrong: settings.problems.map(({ variable }) => variable) }
}

const keys = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' }

it('keeps files in the data folder while no bucket is named', () => {
  const nothing = { s3Protocol: null, edge: null, mediaUrl: null }
  expect(read({})).toEqual({ s3: null, limits: { resumable: {} }, ...nothing, wrong: [] })
})

it('reads a bucket of AWS, and one of any other server', () => {
  const aws = { endpoint: null, bucket: 'files', region: 'eu-west-3', accessKeyId: 'id', secretAccessKey: 'secret' }
  expect(read({ ...keys, S3_BUCKET: 'files', S3_REGION: 'eu-west-3' }).s3).toEqual(aws)
  const own = { ...keys, S3_BUCKET: 'files', S3_ENDPOINT: 'https://s3.example', S3_PREFIX: 'shop/' }
  expect(read(own)).toMatchObject({ s3: { endpoint: 'https://s3.example', region: 'us-east-1', prefix: 'shop/' } })
})

it('names what is missing or wrong', () => {
  expect(read({ S3_ENDPOINT: 'https://s3.example' }).wrong).toEqual(['S3_BUCKET'])
  expect(read({ S3_BUCKET: 'files' }).wrong).toEqual(['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'])
  expect(read({ ...keys, S3_BUCKET: 'Two words' }).wrong).toEqual(['S3_BUCKET'])
  expect(read({ STORAGE_FILE_SIZE_LIMIT_MB: 'all', STORAGE_RESUMABLE_SECONDS: '1' }).wrong).toHaveLength(2)
})

it('reads how much there may be of files', () => {
  const environment = {
    STORAGE_FILE_SIZE_LIMIT_MB: '200',
    STORAGE_QUOTA_PER_USER_MB: '1024',
    STORAGE_RESUMABLE_SECONDS: '86400',
    STORAGE_RESUMABLE_OPEN_LIMIT: '20',
    STORAGE_UPSTREAM_ANSWERS: 'on',
    STORAGE_UPSTREAM_PRIVATE_CACHING: 'on',
  }
  const resumable = { seconds: 86_400, openPerOwner: 20 }
  const upstream = { answersAsUpstream: true, privateCachingAsUpstream: true }
  const limits = { fileSizeLimit: 209_715_200, bytesPerOwner: 1_073_741_824, ...upstream, resumable }
  expect(read(environment)).toMatchObject({ s3: null, limits, wrong: [] })
})

it('serves clients of S3 where it is told to, with a pair or without', () => {
  const secret = 'a-secret-of-thirty-two-letters-it-is'
  const pair = { S3_PROTOCOL_ACCESS_KEY_ID: 'shop', S3_PROTOCOL_ACCESS_KEY_SECRET: secret }
  expect(read({ ...pair, S3_PROTOCOL_ENABLED: 'on' }).s3Protocol).toEqual({
    service: { accessKeyId: 'shop', secretAccessKey: secret },
  })
  expect(read({ S3_PROTOCOL_ENABLED: 'on' }).s3Protocol).toEqual({ service: null })
  expect(read(pair)).toMatchObject({ s3Protocol: null, wrong: [] })
  expect(read({ S3_PROTOCOL_ACCESS_KEY_ID: 'shop' }).wrong).toEqual(['S3_PROTOCOL_ACCESS_KEY_SECRET'])
  expect(read({ S3_PROTOCOL_ACCESS_KEY_SECRET: 'short' }).wrong).toContain('S3_PROTOCOL_ACCESS_KEY_SECRET')
})

it('reads a CDN in front of public pictures, and how it is told what to forget', () => {
  const environment = { MEDIA_URL: 'https://Media.example/', MEDIA_PURGE_URL: 'https://api.example/purge' }
  const edge = { purgeUrl: 'https://api.example/purge', purgeToken: null }
  expect(read(environment)).toMatchObject({ mediaUrl: 'https://media.example', edge, wrong: [] })
  expect(read({ ...environment, MEDIA_PURGE_TOKEN: 'sesame' }).edge).toEqual({ ...edge, purgeToken: 'sesame' })
  expect(read({ MEDIA_URL: 'https://media.example/below' }).wrong).toEqual(['MEDIA_URL'])
  expect(read({ MEDIA_PURGE_TOKEN: 'sesame' }).wrong).toEqual(['MEDIA_PURGE_URL'])
})
