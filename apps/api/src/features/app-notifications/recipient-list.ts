import { sql } from '../../database/sql.js'
import { type RowOf, toApiRow } from '../../http/api-row.js'
import { code, id, ordered, text, time } from '../../lists/columns.js'
import { type CriteriaOf, defineList } from '../../lists/list.js'
import { sentenceFrom, type StoredSentence } from '../../texts/sentence.js'
import { NotificationRecipientDto } from './dto/app-notification.dto.js'

type RecipientRow = RowOf<Omit<NotificationRecipientDto, 'reason'>> & { reason: StoredSentence | null }

/** Notification from the path. The list contains its outcomes. */
export interface Of {
  notificationId?: number
}

const JOINS = sql`JOIN app_notifications n ON n.id = r.notification_id
  LEFT JOIN consumers k ON k.id = r.consumer_id LEFT JOIN users u ON u.id = r.user_id
  LEFT JOIN businesses b ON b.id = coalesce(k.business_id, u.business_id)`
const NAME = sql`coalesce(k.first_name || ' ' || k.last_name, u.first_name || ' ' || u.last_name, '—')`

/**
 * The list of a notification's outcomes by device. Aliases: r recipient, n notification, k consumer, u user, b their business.
 */
export const RECIPIENT_LIST = defineList<RecipientRow, NotificationRecipientDto, Of>({
  name: 'notification-recipients',
  of: 'app-notification',
  many: 'recipients of an app notification',
  permission: 'create:notification',
  description:
    'Lists who received an app notification: one row for each device of a person, or one row for a person without a device.',
  dto: NotificationRecipientDto,
  toDto: ({ reason, ...row }) => ({ ...toApiRow(row), reason: sentenceFrom(reason) ?? null }),
  key: sql`r.id`,
  from: sql`FROM app_notification_recipients r ${JOINS}`,
  where: (transaction, _, { own }) =>
    sql`r.notification_id = ${own.notificationId ?? 0} AND ${transaction.within(sql`n.business_id`)}`,
  rows: (transaction, keys) => sql`SELECT r.id, ${NAME} AS name, b.name AS business_name, r.user_id IS NOT NULL AS is_copy,
      r.kind, r.state, r.attempts, r.reason, CASE WHEN r.state = 'waiting' THEN r.next_attempt_at END AS next_attempt_at, r.ended_at
    FROM app_notification_recipients r ${JOINS}
    WHERE r.id = ANY (${[...keys]}::bigint[]) AND ${transaction.within(sql`n.business_id`)}`,
  columns: {
    id: id(sql`r.id`, { order: true }),
    name: text(NAME, { isPlain: true }),
    state: code(sql`r.state`),
    kind: code(sql`r.kind`),
    created_at: ordered(sql`r.id`),
    ended_at: time(sql`r.ended_at`),
  },
})

export type RecipientCriteria = CriteriaOf<typeof RECIPIENT_LIST>
