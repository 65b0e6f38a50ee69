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

import type { SettingsReader } from './settings-reader.ts'

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

export function readTextSettings(settings: SettingsReader): TextSettings {
  return {
    sms: readProvider(settings),
    whatsapp: settings.read('SMS_WHATSAPP_PHONE_NUMBER_ID') === undefined ? null : readWhatsApp(settings),
    testCodes: readTestCodes(settings),
  }
}

export function textSenderOf({ sms, whatsapp }: TextSettings, outbox: TextSender): TextSender {
  const forSms = smsSenderOf(sms) ?? outbox
  return whatsapp === null ? forSms : sendByChannel({ sms: forSms, whatsapp: createWhatsAppCloudSender(whatsapp) })
}

function smsSenderOf(sms: TextSettings['sms']): TextSender | null {
  if (sms === null) return null
  return sms.kind === 'twilio' ? createTwilioSender(sms.options) : createAfricasTalkingSender(sms.options)
}

function readProvider(settings: SettingsReader): TextSettings['sms'] {
  const kind = settings.oneOf('SMS_PROVIDER', ['outbox', 'twilio', 'africastalking'], 'outbox')
  if (kind === 'twilio') return { kind, options: readTwilio(settings) }
  return kind === 'africastalking' ? { kind, options: readAfricasTalking(settings) } : null
}

function readTwilio(settings: SettingsReader): TwilioOptions {
  const needed = neededBy(settings, 'SMS_PROVIDER=twilio')
  return {
    accountSid: needed('SMS_TWILIO_ACCOUNT_SID', 'AC…'),
    authToken: needed('SMS_TWILIO_AUTH_TOKEN', 'the token of that account'),
    sender: needed('SMS_TWILIO_SENDER', 'a number, +…, a sender’s name, or a messaging service, MG…'),
    whatsappSender: settings.read('SMS_TWILIO_WHATSAPP_SENDER'),
    contentSid: settings.read('SMS_TWILIO_CONTENT_SID'),
    url: readUrl(settings, 'SMS_TWILIO_URL'),
  }
}

function readAfricasTalking(settings: SettingsReader): AfricasTalkingOptions {
  const needed = neededBy(settings, 'SMS_PROVIDER=africastalking')
  return {
    username: needed('SMS_AFRICASTALKING_USERNAME', 'the application’s name, or sandbox'),
    apiKey: needed('SMS_AFRICASTALKING_API_KEY', 'the key of that application'),
    sender: settings.read('SMS_AFRICASTALKING_SENDER'),
    url: readUrl(settings, 'SMS_AFRICASTALKING_URL'),
  }
}

function readWhatsApp(settings: SettingsReader): WhatsAppCloudOptions {
  const needed = neededBy(settings, 'SMS_WHATSAPP_PHONE_NUMBER_ID')
  return {
    phoneNumberId: needed('SMS_WHATSAPP_PHONE_NUMBER_ID', 'the number’s id'),
    accessToken: needed('SMS_WHATSAPP_ACCESS_TOKEN', 'a token of the system user'),
    template: needed('SMS_WHATSAPP_TEMPLATE', 'the name of an approved authentication template'),
    url: readUrl(settings, 'SMS_WHATSAPP_URL'),
  }
}

function neededBy(settings: SettingsReader, reason: string) {
  return (variable: string, expected: string): string => {
    const value = settings.read(variable)
    if (value === undefined) settings.reject(variable, `is missing beside ${reason}`, expected)
    return value ?? ''
  }
}

function readUrl(settings: SettingsReader, variable: string): string | undefined {
  return settings.text(variable, { matches: /^https?:\/\/[^\s/]+(?:\/\S*[^\s/])?$/, expected: 'https://host' })
}

function readTestCodes(settings: SettingsReader): Record<string, string> {
  const codes: Record<string, string> = {}
  for (const entry of settings.list('SMS_TEST_OTP')) {
    const [, phone, code] = /^\+?([1-9]\d{1,14})=(\d{6,10})$/.exec(entry) ?? []
    if (phone === undefined || code === undefined) {
      settings.reject('SMS_TEST_OTP', `holds ${JSON.stringify(entry)}`, '22990000000=123456,…')
    } else codes[phone] = code
  }
  return codes
}
