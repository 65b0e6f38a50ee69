/** Where a connection goes and as whom; `host` may be a folder that holds a Unix socket. */
export interface Login {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly database: string
  readonly password?: string
  readonly ssl?: boolean | Readonly<Record<string, unknown>>
  readonly options?: string
}
