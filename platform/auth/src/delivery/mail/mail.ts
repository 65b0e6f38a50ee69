export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Where a POST ends mails of this kind (RFC 8058); none for what nobody may end. */
  readonly unsubscribe?: string
}

/** One file per way of sending; chosen by the server. */
export interface Mailer {
  sendMail(mail: Mail): Promise<void>
}
