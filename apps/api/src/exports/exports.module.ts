import { Global, Module } from '@nestjs/common'
import { AuthModule } from '../auth/auth.module.js'
import { CsvMail } from './csv-mail.js'
import { ExportedFilesRepository } from './exported-files.repository.js'
import { ExportsController } from './exports.controller.js'

/** Global: any list may declare that its views can be sent by mail. */
@Global()
@Module({
  imports: [AuthModule],
  controllers: [ExportsController],
  providers: [CsvMail, ExportedFilesRepository],
  exports: [CsvMail],
})
export class ExportsModule {}
