import { ApiSchema } from '@nestjs/swagger'
import { AddPhotoDto, PhotoDto } from '../../photos/index.js'

/** What a vehicle looks like, without its pixels. */
@ApiSchema({ name: 'VehiclePhoto' })
export class VehiclePhotoDto extends PhotoDto {}

@ApiSchema({ name: 'AddVehiclePhoto' })
export class AddVehiclePhotoDto extends AddPhotoDto {}
