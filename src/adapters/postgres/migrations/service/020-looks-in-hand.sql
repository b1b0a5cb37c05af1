-- Until when a worker has the look at this cause in hand: what a worker that died had is looked at again after that.
alter table sent add column in_hand_until timestamptz;
