"""English verbs, for telling where the predicate of a clause starts.

``SURE`` are verbs wherever they stand; ``EITHER`` are nouns as often (``charges``, ``reports``).
"""

from harness.support.lexicon import words

SURE = words(
    """
    abandon abide abolish absorb accelerate accept accompany accomplish accrue accumulate
    accuse achieve acknowledge acquire act activate adapt add adhere adjust administer
    admire admit adopt advertise advise affect afford agree aim allocate allow alter amend
    analyse analyze annotate announce annul answer anticipate apologise apologize appear
    append apply appoint appreciate approve arise arrange arrive ascertain ask assemble
    assert assess assign assist assume assure attach attain attend attract attribute audit
    authenticate authorise authorize automate avoid await bake bathe bear become begin
    behave believe belong bind bleed blend block borrow break breathe bring build bury buy
    calculate cancel carry carve cease celebrate certify change chew choose circulate cite
    clarify classify clear cling close collaborate collapse collect combine come commence
    commit communicate compare compel compensate compete compile complain complete comply
    compose comprise compute conceal concede conclude condemn conduct confess configure
    confine confirm confront confuse congratulate connect conquer consent conserve consist
    consolidate constitute construct consult consume contain contend continue contradict
    contribute converge convert convey convict convince cooperate cope correct correspond
    cover create cultivate curate customise customize deceive decide declare decline
    decorate decrypt dedicate deduct deem defeat defend defer define deflate defrost defy
    delegate delete deliver demonstrate denote deny depart depend depict deplete deploy
    deprive derive descend describe deserve design destroy detach detain detect deter
    deteriorate determine develop deviate devise devote diagnose dictate die differ dig
    diminish direct disable disagree disappear disappoint discard disclaim disclose
    disconnect discontinue discourage discover discuss disinfect dismantle dismiss dispense
    displace display dispose disprove disregard disrupt dissolve dissuade distinguish
    distort distribute disturb divert divide donate double download draw drop drown dwell
    earn eat edit educate eject elaborate elect elicit eliminate embark embed embrace emerge
    emit emphasise emphasize employ enable enact enclose encode encounter encourage encrypt
    end endanger endorse endure enforce engage engrave enhance enjoy enlarge enquire enrich
    enrol enroll ensure entail enter entertain entitle entrust enumerate equal equip erase
    erect erode escalate establish evacuate evade evaluate evaporate evolve examine excavate
    exceed excel exchange exclude execute exempt exert exhale exist expand expect expire
    explain explode explore expose express extend extinguish extract facilitate fail fall
    fasten feed feel fertilise fertilize fetch fill finance find finish fit fix flee
    flourish flow fluctuate follow forbid foresee forfeit forget forgive formulate forward
    foster fulfil fulfill furnish gain gather generate germinate get give go govern grant
    greet grind grow guarantee handle hang happen hate heal hear hesitate hide hinder hire
    hoist hold identify ignore illuminate illustrate imagine immerse impair impede implement
    imply import impose imprison improve inactivate include incorporate incubate incur
    indicate induce infect infer inflate inflict inform infringe inhabit inhale inherit
    inhibit initiate inject injure innovate inquire inscribe insert insist inspect inspire
    install instruct insure integrate intend interact intercept interfere interpret
    interrupt intervene intimidate introduce intrude invade invalidate invent invest
    investigate invite invoke involve irrigate irritate isolate join justify keep knead
    kneel knit know lack last lead learn leave lend lengthen let liaise lie listen live load
    locate lock lodge loosen lose lower lubricate maintain make manage manufacture marinate
    market marry measure meet melt memorise memorize mend merge migrate mince minimise
    minimize miss mitigate modify moisten monitor moor move multiply narrow navigate negate
    negotiate nominate notify nullify obey observe obstruct obtain occupy occur offend omit
    operate oppose opt organise organize originate outweigh overcome overflow overlap
    overlook override oversee overtake overwrite owe own oxidise oxidize participate pass
    pay penalise penetrate perceive perform perish permit persist persuade pertain ponder
    portray possess postpone pour pray precede preclude prepare prescribe preserve preside
    presume pretend prevail prevent proceed proclaim procure prohibit prolong promise
    promote prompt propose prosecute prosper protect protrude prove provide prune publish
    punish purchase purge purify pursue put qualify quench quote radiate raise ratify reach
    react read realise realize reap reappear rearrange reassure rebuild recalculate receive
    recite reclaim recognise recognize recommence recommend reconcile reconnect reconsider
    recover recruit recycle redeem redesign redirect redo reduce refer refill reflect
    refrain refresh refuse regain register regulate reheat reimburse reinforce reinstate
    reject rejoin relate relax release relieve relinquish reload relocate rely remain remedy
    remember remind remit remove render renew reopen reorganise reorganize repair repay
    repeat replace replenish replicate represent reprint reproduce require reroute
    reschedule resemble reserve reset reside resign resist resolve respect respond restart
    restock restore restrict resume retain retire retrieve return reuse reveal revert review
    revise revoke reward rewind rewrite rinse ripen rise roam rotate round satisfy save say
    scan scatter scroll see seek seize select sell send separate serve set settle sew shake
    share shed shelve shorten shrink shut sign simplify sing sink sit slow soften solidify
    solve sow speak specialise specialize specify speculate spend spill split spoil
    stabilise stabilize stand start starve stay steer sterilise sterilize stimulate
    stipulate store strengthen strive submit subscribe substitute subtract succeed sue
    suffer suffice suggest suit summarise summarize summon supersede supervise supply
    suppress surrender survive suspect suspend sustain swallow switch synchronise
    synchronize take teach tell tend terminate testify thank thaw think threaten thrive
    throw tighten tilt tolerate transcribe translate transmit transport treat trigger try
    turn unblock uncover undergo undermine understand undertake undo unfold unify uninstall
    unite unload unlock unpack unplug unroll unscrew unseal unsubscribe untie unveil unwrap
    update upgrade uphold upload urge use usher utilise utilize vacate validate vanish vary
    ventilate verify violate waive wander want warm warn weaken wear weave weigh weld widen
    win wish withdraw wither withhold withstand wonder work worsen write
    """
)
EITHER = words(
    """
    access account address advance aid alarm anchor answer approach arrest attempt average
    award balance ban bar bark base bend bid bill bleach boil bolt bond bonus book boost
    bottle bow branch brew broadcast budget cache call camp campaign cap care cash cast
    catch cause chair challenge channel charge chart chase check cheer chop circle claim
    class clean click clock code command comment compound concern condition conflict contact
    contest contract control cook copy cost count court crate credit crop cross cure current
    cut cycle damage dance date deal debit debt decay decrease default delay delight demand
    deposit desire detail dial dip discharge discount dispatch dispute dive dock document
    dose doubt draft drag drain dress drink drive dry dust duty dye ease effect effort email
    empty envelope escape escort estimate excuse exhaust exhibit experience experiment
    exploit export extract face favour fear feature fee field figure file film filter fine
    fire fish flag flash float flood fly focus fold force form format found frame freeze fry
    fuel function fund garnish glue grade grasp grate grill groom ground group guard guess
    guide hammer hand harm harvest haul head heat help hem highlight hike hint hope host
    house hunt hurt impact implement increase index input insult interest interview invoice
    iron issue judge jump kick knock label land laugh launch lay lean leap lease level levy
    licence license lift light like limit line link list loan lock log look loop loss love
    lunch mail mark mask master match matter mention message milk mind mine mirror mix model
    mop mount nail name need neglect network note notice number object offer open orbit
    order output outsource overcharge pack package page paint park part patch pause peel
    perfect permit phase phone photograph pick picture pilot place plan plant play plough
    plug point polish pool port post power practise praise predict prefer present press
    price print process produce profile profit program progress project promise proof
    protest pull pump punch push quarrel query question queue quit rain rake rank rate
    reason record refund regard remark rent reply report request rescue research resort
    respect rest result ride ring risk roast rock roll root route row ruin rule run rush
    sacrifice saddle sail sample scale schedule scope score scratch screen scrub seal search
    season seat secure sense sequence shape share shave shear shelter shift ship shop shout
    show sign signal sip size skip sleep slice slide slip smell smile smoke snow soak sort
    sound source space spare spin sponsor spot spray spread squeeze stack stage stamp staple
    state stem step stick stir stock stop strain stream stress strike strip study subject
    sum support surcharge survey swap sweep swell swim swing table tackle tag talk tape
    target task taste tax tear test text tie time tip title toast touch tow trace track
    trade train transfer transit trap travel trial trick trim truck trust tune twist type
    value view visit voice volunteer vote wait walk wash waste watch water wave welcome
    whisper whistle wind wipe witness word worry wrap yield zip
    """
)
