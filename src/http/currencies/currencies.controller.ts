import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { listCurrencies } from '../../application/wallets';
import type { Currency } from '../../domain/currency';
import { AllowSessionToken, Answers } from '../route-rules';
import { CurrenciesBody } from './currencies.dto';

@ApiTags('Games')
@Controller('v1/currencies')
export class CurrenciesController {
  /**
   * Lists the currencies.
   * @remarks All amounts everywhere are whole minor units of one of these.
   */
  @Get()
  @AllowSessionToken()
  @Answers(200, CurrenciesBody, 'All currencies.')
  listCurrencies(): { items: readonly Currency[] } {
    return { items: listCurrencies() };
  }
}
