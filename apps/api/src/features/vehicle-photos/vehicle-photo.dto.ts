import { ApiSchema } from '@nestjs/swagger'
import { AddPhotoDto, PhotoDto } from '../../photos/index.js'

/** Photo of a vehicle, without its contents. */
@ApiSchema({ name: 'VehiclePhoto' })
export class VehiclePhotoDto extends PhotoDto {}

@ApiSchema({ name: 'AddVehiclePhoto' })
export class AddVehiclePhotoDto extends AddPhotoDto {}
