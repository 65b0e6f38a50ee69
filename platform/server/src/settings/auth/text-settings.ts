/** `SMS_…`: who sends codes to phones, and numbers that exist for tests only. */

import {
  createAfricasTalkingSender,
  createTwilioSender,
  createWhatsAppCloudSender,
  sendByChannel,
  type AfricasTalkingOptions,
  type TextSender,
  type TwilioOptions,
  type WhatsAppCloudOptions,
} from '@platform/auth'

import { anyOf, area, choice, list, secret, text, type Form, type SettingsReader, type ValuesOf } from '../reader.ts'

export interface TextSettings {
  /** Null keeps texts in the outbox, and numbers then count as confirmed. */
  readonly sms:
    | { readonly kind: 'twilio'; readonly options: TwilioOptions }
    | { readonly kind: 'africastalking'; readonly options: AfricasTalkingOptions }
    | null
  /** For the channel of that name; without it Twilio's, where Twilio sends. */
  readonly whatsapp: WhatsAppCloudOptions | null
  /** By number without `+`. */
  readonly testCodes: Readonly<Record<string, string>>
}

const address = text(/^https?:\/\/[^\s/]+(?:\/\S*[^\s/])?$/, 'https://host')

const testCode: Form<readonly [phone: string, code: string]> = {
  expected: '22990000000=123456,…',
  parse: (given) => {
    const [, phone, code] = /^\+?([1-9]\d{1,14})=(\d{6,10})$/.exec(given) ?? []
    return phone === undefined || code === undefined ? undefined : [phone, code]
  },
}

const textSettings = {
  provider: {
    name: 'SMS_PROVIDER',
    form: choice(['outbox', 'twilio', 'africastalking']),
    default: 'outbox' as const,
    words: 'Who sends codes to phones; the outbox is DATA_DIR/outbox, and numbers then count as confirmed.',
  },
  twilioAccount: { name: 'SMS_TWILIO_ACCOUNT_SID', form: anyOf('AC…'), words: 'The account at Twilio.' },
  twilioToken: {
    name: 'SMS_TWILIO_AUTH_TOKEN',
    form: secret('the token of that account', /./),
    words: 'Opens that account.',
  },
  twilioSender: {
    name: 'SMS_TWILIO_SENDER',
    form: anyOf('a number, +…, a sender’s name, or a messaging service, MG…'),
    words: 'Who writes.',
  },
  twilioWhatsAppSender: {
    name: 'SMS_TWILIO_WHATSAPP_SENDER',
    form: anyOf('a number, +…'),
    words: 'Who writes by WhatsApp.',
  },
  twilioTemplate: {
    name: 'SMS_TWILIO_CONTENT_SID',
    form: anyOf('HX…'),
    words: 'The template of a message by WhatsApp.',
  },
  twilioUrl: { name: 'SMS_TWILIO_URL', form: address, words: 'Another region of Twilio.' },
  africasTalkingName: {
    name: 'SMS_AFRICASTALKING_USERNAME',
    form: anyOf('the application’s name, or sandbox'),
    words: 'The application at Africa’s Talking.',
  },
  africasTalkingKey: {
    name: 'SMS_AFRICASTALKING_API_KEY',
    form: secret('the key of that application', /./),
    words: 'Opens that application.',
  },
  africasTalkingSender: {
    name: 'SMS_AFRICASTALKING_SENDER',
    form: anyOf('a registered sender’s name'),
    words: 'Who writes.',
  },
  africasTalkingUrl: { name: 'SMS_AFRICASTALKING_URL', form: address, words: 'Another region of Africa’s Talking.' },
  testCodes: {
    name: 'SMS_TEST_OTP',
    form: list(testCode, { expected: testCode.expected }),
    default: [],
    words: 'Numbers with a fixed code, for tests, only where nobody else reaches the server.',
  },
}

export const textArea = area({
  title: 'Texts to phones',
  settings: textSettings,
  check({ provider }, refusals) {
    const { twilioAccount, twilioToken, twilioSender, africasTalkingName, africasTalkingKey } = textSettings
    const needed = {
      outbox: [],
      twilio: [twilioAccount, twilioToken, twilioSender],
      africastalking: [africasTalkingName, africasTalkingKey],
    }
    for (const setting of needed[provider]) refusals.require(setting, `SMS_PROVIDER=${provider}`)
  },
})

const whatsAppSettings = {
  phoneNumberId: {
    name: 'SMS_WHATSAPP_PHONE_NUMBER_ID',
    form: anyOf('the number’s id'),
    words: 'Codes by WhatsApp’s own service: from this number.',
  },
  accessToken: {
    name: 'SMS_WHATSAPP_ACCESS_TOKEN',
    form: secret('a token of the system user', /./),
    words: 'Opens that service.',
  },
  template: {
    name: 'SMS_WHATSAPP_TEMPLATE',
    form: anyOf('the name of an approved authentication template'),
    words: 'How its messages are worded.',
  },
  url: { name: 'SMS_WHATSAPP_URL', form: address, words: 'Another address of that service.' },
}

export const whatsAppArea = area({
  title: 'Texts by WhatsApp',
  settings: whatsAppSettings,
  check({ phoneNumberId }, refusals) {
    if (phoneNumberId === undefined) return
    const { accessToken, template } = whatsAppSettings
    for (const setting of [accessToken, template]) refusals.require(setting, whatsAppSettings.phoneNumberId.name)
  },
})

export function readTextSettings(settings: SettingsReader): TextSettings {
  const read = settings.readArea(textArea)
  const whatsapp = settings.readArea(whatsAppArea)
  return { sms: smsOf(read), whatsapp: whatsAppOf(whatsapp), testCodes: Object.fromEntries(read.testCodes) }
}

function smsOf(read: ValuesOf<typeof textSettings>): TextSettings['sms'] {
  const { provider: kind, twilioAccount, twilioToken, twilioSender, africasTalkingName, africasTalkingKey } = read
  if (kind === 'twilio') {
    const options = {
      accountSid: twilioAccount ?? '',
      authToken: twilioToken ?? '',
      sender: twilioSender ?? '',
      whatsappSender: read.twilioWhatsAppSender,
      contentSid: read.twilioTemplate,
      url: read.twilioUrl,
    }
    return { kind, options }
  }
  if (kind === 'outbox') return null
  const options = { username: africasTalkingName ?? '', apiKey: africasTalkingKey ?? '' }
  return { kind, options: { ...options, sender: read.africasTalkingSender, url: read.africasTalkingUrl } }
}

function whatsAppOf({ phoneNumberId, accessToken, template, url }: ValuesOf<typeof whatsAppSettings>) {
  if (phoneNumberId === undefined) return null
  return { phoneNumberId, accessToken: accessToken ?? '', template: template ?? '', url }
}

export function textSenderOf({ sms, whatsapp }: TextSettings, outbox: TextSender): TextSender {
  const forSms = smsSenderOf(sms) ?? outbox
  return whatsapp === null ? forSms : sendByChannel({ sms: forSms, whatsapp: createWhatsAppCloudSender(whatsapp) })
}

function smsSenderOf(sms: TextSettings['sms']): TextSender | null {
  if (sms === null) return null
  return sms.kind === 'twilio' ? createTwilioSender(sms.options) : createAfricasTalkingSender(sms.options)
}
