/**
 * What the catalogue cannot say of a value on the wire: what is in a jsonb, which words a text may be, what may be null
 * among a function's arguments and answers. A line for each place, by its name: `table.column`, `function(argument)`,
 * `function()`, `function().column`. `npm run types` puts them in their places, and refuses one that is nowhere.
 */
import type { CreateDraftBody } from './answers/drafts.ts'
import type {
  EpochWrap,
  FormerKeyBackup,
  KeyBackup,
  KeyBackupInfo,
  KeyBundle,
  KeySlot,
  ListedConversation,
  MessageMetadata,
  OtherParticipant,
  OwnParticipation,
} from './answers/messages.ts'
import type {
  ContestedAction,
  ModeratedContent,
  ModeratedPerson,
  ModerationDecision,
  ModerationRule,
} from './answers/moderation.ts'
import type { NotificationFacts, ProfileLink, UsernameAnswer } from './answers/people.ts'
import type {
  CollectionHeadAnswer,
  PostBefore,
  PostHeadAnswer,
  PostImage,
  PostMetadata,
  PostReason,
  PostState,
  PostStats,
  ProfileHeadAnswer,
  RemixedCreator,
} from './answers/posts.ts'
import type { CreatorStats } from './answers/stats.ts'
import type { GenerationMode, LackingVerdict, PromptTranslation } from './generation.ts'
import type { MoneyRefinements } from './money-refinements.ts'
import type { GenerationProgress } from './progress.ts'
import type {
  InputDefinition,
  RunMode,
  StepDefinition,
  StepOutput,
  WorkflowDraftBody,
  WorkflowImage,
  WorkflowInputs,
  WorkflowReading,
} from './workflow.ts'

interface MessageTable {
  encrypted_messages: { Row: object }
}

export interface Refinements<Tables extends MessageTable> extends MoneyRefinements {
  'profiles.links': ProfileLink[]
  'profile_settings.max_rating': 0 | 1 | 2 | 3
  'profile_by_handle().id': string | null
  'profile_by_handle().username': string | null
  'profile_by_handle().state': 'here' | 'moved' | 'blocked_by_them' | 'suspended' | 'missing'
  'profile_head()': ProfileHeadAnswer
  'username_free()': UsernameAnswer
  'follow_list().username': string | null
  'follow_list().avatar_url': string | null
  'follow_list().bio': string | null
  'post_likers().username': string | null
  'post_likers().avatar_url': string | null
  'post_likers().bio': string | null
  'people_to_follow().username': string | null
  'people_to_follow().avatar_url': string | null
  'people_to_follow().bio': string | null
  'people_to_follow().reasons': readonly PostReason[]
  'my_sessions().user_agent': string | null
  'my_sessions().ip': string | null
  'notifications.data': NotificationFacts

  'create_drafts.draft': CreateDraftBody
  'save_create_draft(draft)': CreateDraftBody
  'generations.metadata': Readonly<Record<string, unknown>>
  'generations.accepted': LackingVerdict | null
  'generation_progress()': GenerationProgress
  'cancel_generation()': GenerationProgress
  'give_back_generation()': { credits: number; left: number }
  'finish_generation()': 'over' | 'retry' | 'late' | 'lost'
  'record_generation_image()': 'ok' | 'cancel' | 'lost' | 'late'
  'my_images().mode': GenerationMode
  'my_images().seed': number | null
  'my_images().stars': number | null
  'my_images().post_id': string | null
  'my_images().folder_id': string | null
  'delete_my_images().outcome': 'deleted' | 'published'

  'workflows.labels': Readonly<Record<string, string>>
  'workflow_versions.steps': StepDefinition[]
  'workflow_versions.inputs': InputDefinition[]
  'workflow_runs.inputs': WorkflowInputs
  'workflow_schedules.inputs': WorkflowInputs
  'workflow_runs.steps': StepDefinition[]
  'workflow_run_steps.input': { images?: WorkflowImage[] }
  'workflow_run_steps.output': StepOutput
  'save_workflow(workflow)': WorkflowDraftBody
  'start_workflow_run(inputs)': WorkflowInputs
  'start_workflow_run(mode)': RunMode
  'start_workflow_batch(rows)': WorkflowInputs[]
  'schedule_workflow(inputs)': WorkflowInputs
  'finish_workflow_step()': 'ok' | 'lost'
  'put_off_workflow()': 'ok' | 'lost'
  'publish_workflow_image()': 'ok' | 'lost'
  'record_workflow_picture()': 'ok' | 'lost'
  'read_workflow()': WorkflowReading | null

  'feed_posts.metadata': PostMetadata
  'feed_posts.more_images': readonly PostImage[]
  'feed_posts.remixed_creator': RemixedCreator | null
  'feed_posts.prompt_translation': PromptTranslation | null
  'feed_entries.metadata': PostMetadata
  'feed_entries.more_images': readonly PostImage[]
  'scheduled_posts.more_images': readonly PostImage[]
  'feed_entries.remixed_creator': RemixedCreator | null
  'feed_entries.reasons': readonly PostReason[] | null
  'scheduled_posts.metadata': PostMetadata
  'post_edits.before': PostBefore
  'post_state()': PostState
  'post_stats()': PostStats
  'creator_stats()': CreatorStats
  'post_head()': PostHeadAnswer
  'collection_head()': CollectionHeadAnswer
  'collection_covers().width': number | null
  'collection_covers().height': number | null
  'collection_covers().thumbhash': string | null
  'why_this_post()': readonly PostReason[]
  'remix_tree().parent_id': string | null
  'remix_tree().creator_id': string | null
  'remix_tree().username': string | null
  'remix_tree().display_name': string | null
  'remix_tree().avatar_url': string | null
  'remix_tree().image_url': string | null
  'remix_tree().width': number | null
  'remix_tree().height': number | null
  'remix_tree().thumbhash': string | null
  'remix_tree().alt_text': string | null
  'remix_tree().prompt': string | null
  'remix_tree().created_at': string | null
  'remix_tree().remixes_count': number | null
  'gallery_filters().kind': 'tag' | 'mode'

  'search_users().username': string | null
  'search_users().avatar': string | null
  'search_posts().title': string | null
  'search_posts().description': string | null
  'search_posts().creator_avatar': string | null
  'search_suggestions().kind': 'user' | 'hashtag'
  /** Nothing better is known. */
  'search_meant()': string | null

  'comment_entry.parent_id': string | null
  'comment_entry.author_id': string | null
  'comment_entry.username': string | null
  'comment_entry.display_name': string | null
  'comment_entry.avatar_url': string | null
  'comment_entry.pinned_at': string | null
  'comment_entry.hidden_at': string | null
  'comment_entry.edited_at': string | null
  'comment_entry.deleted_at': string | null

  'moderation_queue().target_type': 'post' | 'comment' | 'user' | 'message' | 'service' | 'commission'
  'moderation_queue().reasons': readonly ModerationRule[]
  'moderation_queue().details': readonly string[]
  'moderation_queue().subject': ModeratedPerson | null
  'moderation_queue().content': ModeratedContent | null
  'moderation_queue().decisions': readonly ModerationDecision[]
  'moderation_appeals().action': ContestedAction
  'moderation_appeals().subject': ModeratedPerson | null
  'moderation_appeals().content': ModeratedContent | null
  'my_strikes().target_type': 'post' | 'comment' | 'user'
  'my_strikes().rule': ModerationRule
  'transparency().rule': ModerationRule | null
  'send_report(disclosed)': object | null

  'encrypted_messages.metadata': MessageMetadata
  'conversation_entry.conversation': ListedConversation
  'conversation_entry.me': OwnParticipation
  'conversation_entry.others': readonly OtherParticipant[]
  'conversation_entry.latest': Tables['encrypted_messages']['Row'] | null
  'conversation_entry.cursor': string | null
  'set_vanishing(seconds)': number | null
  'publish_epoch(wraps)': readonly EpochWrap[]
  'share_epochs(wraps)': readonly EpochWrap[]
  'key_backup_info()': KeyBackupInfo | null
  'get_key_backup()': KeyBackup | null
  'get_former_key_backups()': FormerKeyBackup[]
  'save_key_backup(bundle)': KeyBundle
  'save_key_backup(slots)': readonly KeySlot[]
  'get_pins()': string | null
}
