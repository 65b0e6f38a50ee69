/** What pictures a profile wears: their form, their size once cut, and where they are kept. */
export const shapes = {
  avatar: { width: 512, height: 512, bucket: 'avatars', isRound: true },
  banner: { width: 1500, height: 500, bucket: 'banners', isRound: false },
} as const

export type Shape = keyof typeof shapes
