import { expect, it } from 'vitest'

import { readConfig } from '../config.ts'
import { SettingsError, type Environment } from '../reader.ts'

const textsOf = (environment: Environment) => readConfig(environment).auth.texts

function problemsOf(environment: Environment): Record<string, string> {
  try {
    readConfig(environment)
  } catch (error) {
    if (error instanceof SettingsError)
      return Object.fromEntries(error.problems.map(({ variable, problem }) => [variable, problem]))
  }
  return {}
}

it('keeps texts in the outbox unless a service is named', () => {
  expect(textsOf({})).toEqual({ sms: null, whatsapp: null, testCodes: {} })
})

it('names a service and its keys', () => {
  const twilio = { SMS_TWILIO_ACCOUNT_SID: 'AC1', SMS_TWILIO_AUTH_TOKEN: 'x', SMS_TWILIO_SENDER: '+1' }
  expect(textsOf({ SMS_PROVIDER: 'twilio', ...twilio }).sms).toMatchObject({
    kind: 'twilio',
    options: { accountSid: 'AC1', authToken: 'x', sender: '+1' },
  })
  const talking = { SMS_AFRICASTALKING_USERNAME: 'sandbox', SMS_AFRICASTALKING_API_KEY: 'x' }
  expect(textsOf({ SMS_PROVIDER: 'africastalking', ...talking }).sms).toMatchObject({
    options: { username: 'sandbox' },
  })
  const whatsapp = { SMS_WHATSAPP_PHONE_NUMBER_ID: '1', SMS_WHATSAPP_ACCESS_TOKEN: 'x', SMS_WHATSAPP_TEMPLATE: 'code' }
  expect(textsOf(whatsapp)).toMatchObject({ sms: null, whatsapp: { phoneNumberId: '1', template: 'code' } })
})

it('misses keys by name, and shows none', () => {
  expect(problemsOf({ SMS_PROVIDER: 'twilio', SMS_TWILIO_AUTH_TOKEN: 'tulip' })).toEqual({
    SMS_TWILIO_ACCOUNT_SID: 'is missing beside SMS_PROVIDER=twilio',
    SMS_TWILIO_SENDER: 'is missing beside SMS_PROVIDER=twilio',
  })
  expect(problemsOf({ SMS_WHATSAPP_PHONE_NUMBER_ID: '1' })).toHaveProperty('SMS_WHATSAPP_ACCESS_TOKEN')
  expect(problemsOf({ SMS_PROVIDER: 'pigeon' })).toHaveProperty('SMS_PROVIDER')
})

it('reads numbers for tests', () => {
  expect(textsOf({ SMS_TEST_OTP: '+22990000001=135790, 22990000002=246802' }).testCodes).toEqual({
    '22990000001': '135790',
    '22990000002': '246802',
  })
  expect(problemsOf({ SMS_TEST_OTP: '22990000001=12' })).toHaveProperty('SMS_TEST_OTP')
})
