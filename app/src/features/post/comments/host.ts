/** Under which post comments stand, and who reads them. */
export interface CommentHost {
  postId: string
  creatorId: string
  /** `null` for a visitor. */
  me: { id: string; displayName: string; username: string | null; avatarUrl: string | null } | null
  /** Whether the author lets them comment; a visitor, whether everyone may. */
  isOpen: boolean
  canComment: boolean
}
