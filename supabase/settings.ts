/** Every setting of the product, in the order of the documents. Our server refuses what is wrong with them at its start. */
import { accountArea } from './functions/_shared/settings/account.ts'
import { feedArea } from './functions/_shared/settings/feed.ts'
import { generationArea, moderationArea } from './functions/_shared/settings/generation.ts'
import { imageArea, ownServerAreas, providerArea } from './functions/_shared/settings/images.ts'
import { paymentArea } from './functions/_shared/settings/payments.ts'
import { pushArea } from './functions/_shared/settings/push.ts'
import type { Area } from './functions/_shared/settings/reader.ts'
import { wordsArea } from './functions/_shared/settings/words.ts'

export const productAreas: readonly Area[] = [
  imageArea,
  providerArea,
  ...ownServerAreas,
  generationArea,
  moderationArea,
  wordsArea,
  pushArea,
  feedArea,
  paymentArea,
  accountArea,
]
