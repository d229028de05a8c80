import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { listCurrencies } from '../../application/wallets/wallets';
import type { Currency } from '../../domain/currency';
import { PageQuery } from '../page-query.dto';
import { AllowSessionToken, Answers } from '../route-rules';
import { pageOf, type ShortPage } from '../short-list';
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
  listCurrencies(@Query() query: PageQuery): ShortPage<Currency> {
    return pageOf(listCurrencies(), query);
  }
}
