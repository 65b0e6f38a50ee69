/** @platform/auth: tokens for every wire, and the wire auth/v1. */
export { createSiteVerify, type CaptchaCheck } from './captcha.ts'
export { buildLeakedPasswords, readLeakedPasswords, type LeakedPasswords } from './leaked/leaked-passwords.ts'
export { createRangeService, type LeakCheck } from './leaked/range-service.ts'
export { defaultAuthConfig, type ExternalProviderConfig, type AuthConfig, type AuthRates, type Rate } from './config.ts'
export type { AuthEvent } from './events.ts'
export { parseHookUri, type HookFunction } from './hooks/hook-function.ts'
export { createIdentify, type IdentifyOptions } from './identify.ts'
export {
  createKeys,
  generateAuthSecrets,
  parseAuthSecrets,
  serialiseAuthSecrets,
  type AuthSecrets,
  type Keys,
  type KeysOptions,
} from './keys.ts'
export type { Mail, Mailer } from './mail/mail.ts'
export type { TextMessage, TextSender } from './messages.ts'
export { createOutbox, listOutbox, readOutbox, type KeptMessage } from './outbox.ts'
export { plainBrand, type MailBrand, type MailColours } from './mail/brand.ts'
export { authMigrations } from './migrations.ts'
export { createPasswords, type LegacyHash } from './password-hash.ts'
export { authPlugin, type AuthOptions } from './plugin.ts'
export { createMemoryRateLimiter, type RateLimiter } from './rate-limiter.ts'
export { createAfricasTalkingSender, type AfricasTalkingOptions } from './sms/africas-talking.ts'
export { sendByChannel } from './sms/by-channel.ts'
export { createTwilioSender, type TwilioOptions } from './sms/twilio.ts'
export { createWhatsAppCloudSender, type WhatsAppCloudOptions } from './sms/whatsapp-cloud.ts'
export { createSealer, type Sealer } from './seal.ts'
export { followSigningKeys, type FollowOptions } from './signing-keys/follow.ts'
export { rotateSigningKeys, TooSoonError, type RotateOptions, type Rotation } from './signing-keys/ring.ts'
export { createSmtpMailer, type SmtpOptions } from './mail/smtp.ts'
