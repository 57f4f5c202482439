import { Global, Module } from '@nestjs/common'
import { MailSender } from './mail-sender.js'
import { MailTransport } from './mail-transport.js'
import { Mailer } from './mailer.js'
import { OutgoingMailsRepository } from './outgoing/outgoing-mails.repository.js'

/** Global: whoever writes may tell people of it in the same transaction. */
@Global()
@Module({ providers: [Mailer, MailSender, MailTransport, OutgoingMailsRepository], exports: [Mailer] })
export class MailModule {}
