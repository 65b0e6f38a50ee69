/** What an operator decides about orders of pictures, and about what may be ordered. */
import { generationThrottleMs, maxActiveGenerations } from '../contract/src/index.ts'
import { refuseUnreadable } from './files.ts'
import { providerSettings } from './images.ts'
import { anyOf, area, onOff, secret, webAddress, whole } from './reader.ts'

export const generationSettings = {
  concurrency: {
    name: 'GENERATION_CONCURRENCY',
    form: whole(1, 100),
    default: 4,
    words: 'Orders that this process works on at once.',
  },
  leaseSeconds: {
    name: 'GENERATION_LEASE_SECONDS',
    form: whole(2, 300, 'seconds'),
    default: 30,
    words: 'How long a process may be silent before another one takes over what it was making.',
  },
  maxActive: {
    name: 'GENERATION_MAX_ACTIVE',
    form: whole(1, 1000),
    default: maxActiveGenerations,
    words: 'Orders of one person that wait or are made at once.',
  },
  throttleMs: {
    name: 'GENERATION_THROTTLE_MS',
    form: whole(0, 60_000, 'milliseconds'),
    default: generationThrottleMs,
    words: 'The least time between two orders of one person.',
  },
  dailyLimit: {
    name: 'GENERATION_DAILY_LIMIT',
    form: whole(1, 1_000_000_000, 'images'),
    unset: 'without end',
    words: 'What all people together may order a day (UTC): a bound on what engines may cost.',
  },
  trialsPerDay: {
    name: 'GENERATION_TRIALS_PER_DAY',
    form: whole(0, 1000, 'images'),
    default: 10,
    words: 'What one person may have made a day (UTC) for nothing, where the built-in engine cannot draw the subject.',
  },
  waitSeconds: {
    name: 'GENERATION_WAIT_SECONDS',
    form: whole(1, 140, 'seconds'),
    default: 110,
    words: 'How long an answer waits for its pictures before it is only a receipt.',
  },
}

export const generationArea = area({ title: 'Orders of pictures', settings: generationSettings })

export const moderationSettings = {
  url: {
    name: 'MODERATION_URL',
    form: webAddress('https://api.openai.com/v1/moderations'),
    words:
      'A service that speaks OpenAI’s moderations API and is asked besides our own rules; while it does not answer, nothing is made.',
  },
  key: {
    name: 'MODERATION_API_KEY',
    form: secret('a key of that service'),
    unset: providerSettings.openaiKey.name,
    words: 'Our key there.',
  },
  model: { name: 'MODERATION_MODEL', form: anyOf('a model of that service'), words: 'Which model it asks.' },
  looksAtPictures: {
    name: 'MODERATION_IMAGES',
    form: onOff,
    default: false,
    words: 'It looks at references and at pictures of neural engines, too.',
  },
  denyList: {
    name: 'MODERATION_DENY_LIST',
    form: anyOf('a file of `npm run images:hash` lines'),
    words: 'Hashes of pictures that are never taken as references, in whatever size or format.',
  },
}

export const moderationArea = area({
  title: 'What may be asked for',
  settings: moderationSettings,
  check: ({ denyList }, refusals) =>
    refuseUnreadable(moderationSettings.denyList, denyList === undefined ? [] : [denyList], refusals),
})
