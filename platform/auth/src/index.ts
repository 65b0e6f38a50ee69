/** @platform/auth: tokens for every wire. The wire auth/v1 itself is behind a door of its own, `wire.ts`. */
export { createSiteVerify, type CaptchaCheck } from './requests/captcha.ts'
export { buildLeakedPasswords, readLeakedPasswords, type LeakedPasswords } from './passwords/leaked/leaked-passwords.ts'
export { createRangeService, type LeakCheck } from './passwords/leaked/range-service.ts'
export { defaultAuthConfig, type ExternalProviderConfig, type AuthConfig, type AuthRates, type Rate } from './config.ts'
export type { AuthEvent } from './events.ts'
export { parseHookUri, type HookFunction } from './hooks/hook-function.ts'
export { createIdentify, type IdentifyOptions } from './tokens/identify.ts'
export type { TokenAcceptance } from './tokens/token-rules.ts'
export {
  createKeys,
  generateAuthSecrets,
  parseAuthSecrets,
  serialiseAuthSecrets,
  type AuthSecrets,
  type Keys,
  type KeysOptions,
} from './tokens/keys.ts'
export type { Mail, Mailer } from './delivery/mail/mail.ts'
export type { TextMessage, TextSender } from './delivery/delivery.ts'
export { createOutbox, listOutbox, readOutbox, type KeptMessage } from './delivery/outbox.ts'
export { plainBrand, type MailBrand, type MailColours } from './delivery/mail/brand.ts'
export { authMigrations } from './store/migrations.ts'
export { createPasswords, type LegacyHash } from './passwords/password-hash.ts'
export type { AuthOptions } from './wire.ts'
export type { RateLimiter } from './rates/rate-limiter.ts'
export { createRedisRateLimiter } from './rates/redis-limiter.ts'
export { createSharedRateLimiter, type RateStore } from './rates/shared-limiter.ts'
export { createTableRateLimiter } from './rates/table-limiter.ts'
export { createAfricasTalkingSender, type AfricasTalkingOptions } from './delivery/texts/africas-talking.ts'
export { sendByChannel } from './delivery/texts/by-channel.ts'
export { createTwilioSender, type TwilioOptions } from './delivery/texts/twilio.ts'
export { createWhatsAppCloudSender, type WhatsAppCloudOptions } from './delivery/texts/whatsapp-cloud.ts'
export { createSealer, type Sealer } from './store/seal.ts'
export { followRevocations, type Revocations, type RevocationsOptions } from './tokens/revocations.ts'
export { followSigningKeys, type FollowOptions } from './tokens/signing-keys/follow.ts'
export { rotateSigningKeys, TooSoonError, type RotateOptions, type Rotation } from './tokens/signing-keys/ring.ts'
export { createSmtpMailer, type SmtpOptions } from './delivery/mail/smtp.ts'
