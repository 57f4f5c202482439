import { Module } from '@nestjs/common'
import { BaseMap } from './base-map.js'

@Module({ providers: [BaseMap], exports: [BaseMap] })
export class BaseMapModule {}
