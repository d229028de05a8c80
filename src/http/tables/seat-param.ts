import { Param, type PipeTransform } from '@nestjs/common';
import { notFound } from '../../application/refusal';
import { Refused } from '../problem';

/** `@SeatParam()`: the number of a seat in the path; what is no number is no seat that exists. */
export function SeatParam(): ParameterDecorator {
  return Param('seat', new SeatPipe());
}

class SeatPipe implements PipeTransform<string, number> {
  transform(value: string): number {
    if (!/^[1-9]\d?$/.test(value)) throw new Refused(notFound('seat'));
    return Number(value);
  }
}
