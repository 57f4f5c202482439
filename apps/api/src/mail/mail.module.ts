import { Global, Module } from '@nestjs/common'
import { MailSender } from './mail-sender.js'
import { MailTransport } from './mail-transport.js'
import { Mailer } from './mailer.js'
import { OutgoingMailsRepository } from './outgoing/outgoing-mails.repository.js'

/** Global, because any write may send mails in its own transaction. */
@Global()
@Module({ providers: [Mailer, MailSender, MailTransport, OutgoingMailsRepository], exports: [Mailer] })
export class MailModule {}
