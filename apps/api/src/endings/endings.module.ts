import { Module } from '@nestjs/common'
import { EndingMails } from './ending-mails.js'
import { EndingsRepository } from './endings.repository.js'

/** Mails about subscriptions and insurances of vehicles that end. */
@Module({ providers: [EndingMails, EndingsRepository], exports: [EndingMails] })
export class EndingsModule {}
