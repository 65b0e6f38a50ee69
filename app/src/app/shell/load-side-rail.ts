export const loadSideRail = () => import('./SideRail.tsx')
