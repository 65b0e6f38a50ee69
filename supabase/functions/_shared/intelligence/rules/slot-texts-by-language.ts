import type { IntelligenceLanguage } from '../../contract/src/index.ts'
import { slotTextsEn } from './slot-texts-en.ts'
import { slotTextsFr } from './slot-texts-fr.ts'
import type { SlotTexts } from './slot-texts.ts'

export const slotTexts: Readonly<Record<IntelligenceLanguage, SlotTexts>> = { fr: slotTextsFr, en: slotTextsEn }
