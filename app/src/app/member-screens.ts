/** The screens that visitors seldom or never see: fetched as a list of their own, so that first visits do not carry their names. */
import type { ComponentType } from 'react'

import type { paths } from '#navigation/paths.ts'

type Load = () => Promise<ComponentType>

const account: Load = async () => (await import('./routes/AccountScreen.tsx')).AccountScreen
const stats: Load = async () => (await import('#features/creator/stats/StatsView.tsx')).StatsView
const legal: Load = async () => (await import('#features/settings/legal/LegalScreen.tsx')).LegalScreen
const payment: Load = async () => (await import('./routes/PaymentScreen.tsx')).PaymentScreen

/** By the names of their paths. */
export const memberScreens = {
  profile: async () => (await import('./routes/ProfileScreen.tsx')).ProfileScreen,
  ownProfile: async () => (await import('./routes/ProfileScreen.tsx')).OwnProfileScreen,
  account,
  settings: account,
  consent: async () => (await import('#features/account/apps/ConsentView.tsx')).ConsentView,
  unsubscribe: async () => (await import('#features/settings/account/UnsubscribeView.tsx')).UnsubscribeView,
  moderation: async () => (await import('./routes/ModerationScreen.tsx')).ModerationScreen,
  transparency: async () => (await import('./routes/TransparencyScreen.tsx')).TransparencyScreen,
  terms: legal,
  privacy: legal,
  commissions: async () => (await import('./routes/CommissionsScreen.tsx')).CommissionsScreen,
  newCommission: async () => (await import('./routes/CommissionsScreen.tsx')).NewCommissionScreen,
  services: async () => (await import('#features/commissions/services/FindView.tsx')).FindView,
  ownServices: async () => (await import('#features/commissions/services/MyServicesView.tsx')).MyServicesView,
  newService: async () => (await import('#features/commissions/services/editor/ServiceEditor.tsx')).NewServiceView,
  service: async () => (await import('#features/commissions/services/ServiceView.tsx')).ServiceView,
  editService: async () => (await import('#features/commissions/services/editor/ServiceEditor.tsx')).EditServiceView,
  stats,
  analytics: stats,
  earnings: async () => (await import('#features/creator/earnings/EarningsView.tsx')).EarningsView,
  creator: async () => (await import('#features/creator/area/CreatorView.tsx')).CreatorView,
  leaders: async () => (await import('#features/home-feed/leaders/LeadersView.tsx')).LeadersView,
  challenges: async () => (await import('#features/home-feed/challenges/ChallengesView.tsx')).ChallengesView,
  challenge: async () => (await import('./routes/CollectionScreen.tsx')).ChallengeScreen,
  messages: async () => (await import('./routes/MessagesScreen.tsx')).MessagesScreen,
  notifications: async () => (await import('./routes/NotificationsScreen.tsx')).NotificationsScreen,
  workflows: async () => (await import('./routes/WorkflowsScreen.tsx')).WorkflowsScreen,
  workflow: async () => (await import('./routes/WorkflowScreen.tsx')).WorkflowScreen,
  payment,
  paymentSuccess: payment,
  credits: payment,
  subscription: payment,
  debugCredits: async () => (await import('./routes/diagnostics/DebugCreditsScreen.tsx')).DebugCreditsScreen,
  testFocus: async () => (await import('./routes/diagnostics/focus/FocusScreen.tsx')).FocusScreen,
  testPostDisplay: async () => (await import('./routes/diagnostics/posts/PostDisplayScreen.tsx')).PostDisplayScreen,
  simpleFocusTest: async () => (await import('./routes/diagnostics/focus/SimpleFocusScreen.tsx')).SimpleFocusScreen,
  testRealPosts: async () => (await import('./routes/diagnostics/posts/RealPostsScreen.tsx')).RealPostsScreen,
  pwaTest: async () => (await import('./routes/diagnostics/pwa/PwaTestScreen.tsx')).PwaTestScreen,
  fedapayTest: async () => (await import('./routes/diagnostics/PaymentTrialScreen.tsx')).PaymentTrialScreen,
} satisfies Partial<Record<keyof typeof paths, Load>>

export type MemberScreen = keyof typeof memberScreens
