import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsBoolean, IsObject, IsOptional, ValidateNested } from 'class-validator';
import { IsExternalId, IsMinor } from '../../src/http/input-fields';
import { PageQuery } from '../../src/http/page-query.dto';

export class ProbeSideBets {
  @IsMinor()
  @IsOptional()
  pairs?: number;
}

export class ProbeBox {
  @IsMinor()
  stake: number;

  @IsOptional()
  @IsObject()
  @ValidateNested()
  @Type(() => ProbeSideBets)
  sideBets?: ProbeSideBets;
}

export class ProbeBody {
  @IsArray()
  @ArrayMaxSize(7)
  @ValidateNested({ each: true })
  @Type(() => ProbeBox)
  boxes: ProbeBox[];

  @IsOptional()
  @IsExternalId()
  playerId?: string;

  @IsOptional()
  @IsBoolean()
  confirmed?: boolean;
}

export class ProbeQuery extends PageQuery {
  @IsOptional()
  @IsExternalId()
  playerId?: string;
}
