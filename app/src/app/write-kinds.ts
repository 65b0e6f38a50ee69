/** Every kind of write that may wait on this device: each says for itself how it is sent. */
import '#entities/comment/comment-writes.ts'
import '#entities/notification/preference-queries.ts'
import '#entities/post/post-acts.ts'
import '#entities/profile/follow-writes.ts'
import '#entities/profile/my-settings.ts'
import '#entities/profile/safety-writes.ts'
import '#features/tag/tag-writes.ts'
