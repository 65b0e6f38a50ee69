/** The screens that visitors seldom or never see: fetched as a list of their own, so that first visits do not carry their names. */
import type { ComponentType } from 'react'

type Load = () => Promise<ComponentType>

export const memberScreens = {
  profile: async () => (await import('./routes/ProfileScreen.tsx')).ProfileScreen,
  ownProfile: async () => (await import('./routes/ProfileScreen.tsx')).OwnProfileScreen,
  account: async () => (await import('./routes/AccountScreen.tsx')).AccountScreen,
  moderation: async () => (await import('./routes/ModerationScreen.tsx')).ModerationScreen,
  transparency: async () => (await import('./routes/TransparencyScreen.tsx')).TransparencyScreen,
  area: async () => (await import('./routes/area/AreaScreen.tsx')).AreaScreen,
  messages: async () => (await import('./routes/MessagesScreen.tsx')).MessagesScreen,
  notifications: async () => (await import('./routes/NotificationsScreen.tsx')).NotificationsScreen,
  workflows: async () => (await import('./routes/WorkflowsScreen.tsx')).WorkflowsScreen,
  workflow: async () => (await import('./routes/WorkflowScreen.tsx')).WorkflowScreen,
  payment: async () => (await import('./routes/PaymentScreen.tsx')).PaymentScreen,
  debugCredits: async () => (await import('./routes/DebugCreditsScreen.tsx')).DebugCreditsScreen,
  diagnostic: async () => (await import('./routes/DiagnosticScreen.tsx')).DiagnosticScreen,
} satisfies Record<string, Load>

export type MemberScreen = keyof typeof memberScreens
