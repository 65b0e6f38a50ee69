export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** One file per way of sending; chosen by the server. */
export interface Mailer {
  sendMail(mail: Mail): Promise<void>
}
