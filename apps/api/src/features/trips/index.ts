export { TripDetailDto, TripDto } from './dto/trip.dto.js'
export { TripsModule } from './trips.module.js'
export { TripsService } from './trips.service.js'
