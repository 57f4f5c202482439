import { Injectable } from '@nestjs/common'
import type { Caller } from '../../auth/caller.js'
import { RequestDatabase } from '../../database/request-database.js'
import { type Page, pageMeta } from '../../http/page.dto.js'
import { existing } from '../../http/problems.js'
import { AppNotificationsRepository } from './app-notifications.repository.js'
import type { NotificationRecipientDto } from './dto/app-notification.dto.js'
import { RECIPIENT_LIST, type RecipientCriteria } from './recipient-list.js'

@Injectable()
export class RecipientsService {
  constructor(
    private readonly database: RequestDatabase,
    private readonly notifications: AppNotificationsRepository,
  ) {}

  page(caller: Caller, notificationId: number, criteria: RecipientCriteria): Promise<Page<NotificationRecipientDto>> {
    return this.database.read(caller.scope, async (transaction) => {
      existing(await this.notifications.findOne(transaction, notificationId), 'app-notification')
      const asked = { ...criteria, own: { notificationId } }
      const { rows, total } = await RECIPIENT_LIST.findPage(transaction, caller, asked)
      return { data: rows.map(RECIPIENT_LIST.toDto), meta: pageMeta(criteria.page, criteria.limit, total) }
    })
  }
}
