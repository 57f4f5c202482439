import { Global, Module } from '@nestjs/common'
import { AuthModule } from '../auth/auth.module.js'
import { Lists } from '../lists/lists.js'
import { CsvFiles } from './csv-files.js'
import { CsvExports } from './csv-exports.js'
import { ExportedFilesRepository } from './exported-files.repository.js'
import { ExportsController } from './exports.controller.js'

/** Global, because any list may be exported as CSV, directly or by mail. */
@Global()
@Module({
  imports: [AuthModule],
  controllers: [ExportsController],
  providers: [CsvFiles, CsvExports, ExportedFilesRepository, Lists],
  exports: [CsvExports, Lists],
})
export class ExportsModule {}
