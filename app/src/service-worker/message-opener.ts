import type { OpenedMessage } from '#crypto/vault.ts'
/**
 * The cryptography of messages is more than half of the worker's code. A browser runs later what a worker imported while it
 * was installed, without asking the server again: so it is fetched then, under a name that changes with its content, and
 * run when a push brings a message.
 */
import type { PushedMessage } from '#crypto/worker/open-pushed.ts'

import { appBuild } from './build.ts'

export interface MessageOpener {
  openPushed: (userId: string, message: PushedMessage) => Promise<OpenedMessage>
  hidesPreview: (userId: string) => Promise<boolean>
}

export interface OpenerScope {
  messageOpener?: MessageOpener
}

interface ScriptScope {
  importScripts(url: string): void
  trustedTypes?: { createPolicy(name: string, rules: object): { createScriptURL(url: string): string } }
}

const scope = globalThis as unknown as ScriptScope & OpenerScope

const rules = { createScriptURL: known }
const policy = scope.trustedTypes?.createPolicy('cx-script-url', rules) ?? rules

/** @throws {DOMException} where the server does not have it */
export function importOpener(): void {
  scope.importScripts(policy.createScriptURL(appBuild.opener))
}

export function messageOpener(): MessageOpener | undefined {
  if (!scope.messageOpener) importOpener()
  return scope.messageOpener
}

function known(url: string): string {
  if (url !== appBuild.opener) throw new TypeError(`${url} is no script of ours`)
  return url
}
